import fc from 'fast-check';

const [firstHalf, halves] = [0xd8_00, 0x8_00];

/**
 * Any character of Unicode, the unit of a string; no half of a surrogate pair. For its own `binary`, fast-check makes a
 * table of the million that there are, which takes each process a second and 100 MB.
 */
export const anyCharacter = fc.integer({ min: 0, max: 0x10_ff_ff - halves }).map(
  number => String.fromCodePoint(number < firstHalf ? number : number + halves),
  // So that fast-check can put names such as `__proto__` together from it.
  text => {
    const code = typeof text === 'string' ? (text.codePointAt(0) ?? -1) : -1;
    if (code < 0 || (code >= firstHalf && code < firstHalf + halves) || text !== String.fromCodePoint(code))
      throw new Error('This is no character.');
    return code < firstHalf ? code : code - halves;
  },
);
