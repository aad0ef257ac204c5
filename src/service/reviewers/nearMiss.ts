/** Shortest name of which another one may be a slip: short names are alike by chance. */
const shortest = 4;

/** The name that was meant by one that does not exist, if one of those that exist is almost the same. */
export function nearMiss(name: string, existing: Iterable<string>): string | undefined {
  for (const each of existing) if (isNearMiss(name, each)) return each;
  return undefined;
}

/** Letters of other scripts that look like those beside them. */
const alike = new Map(
  'аa еe оo рp сc уy хx іi јj ѕs һh ԁd ԛq ԝw ӏl АA ВB ЕE КK МM НH ОO РP СC ТT ХX ІI ЈJ ЅS αa οo νv ρp ιi κk υu ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX'
    .split(' ')
    .map(([letter = '', latin = '']) => [letter, latin] as const),
);

/** Whether a name differs from another by one letter, by letters that look the same, or by its case and underscores. */
export function isNearMiss(name: string, other: string): boolean {
  if (name === other || Math.min(name.length, other.length) < shortest) return false;
  if (plain(name) !== plain(other) && !isOneSlip(name, other)) return false;
  // `item1` and `item2` are two names.
  return name.replace(/\d+/g, '') !== other.replace(/\d+/g, '');
}

function plain(name: string): string {
  const letters = name.normalize('NFKC').replaceAll('_', '');
  return letters.replace(/./gsu, letter => alike.get(letter) ?? letter).toLowerCase();
}

/** Whether one letter is put in, left out, replaced or changed with its neighbour. */
function isOneSlip(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  const [rest, otherRest] = [one.slice(start), other.slice(start)];
  if (rest.length > otherRest.length) return rest.slice(1) === otherRest;
  if (rest.length < otherRest.length) return rest === otherRest.slice(1);
  const [first = '', second = '', ...others] = rest;
  return rest.slice(1) === otherRest.slice(1) || [second, first, ...others].join('') === otherRest;
}
