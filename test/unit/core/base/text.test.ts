import assert from 'node:assert/strict';
import { plainLabel, plainLine, plainMessage } from '../../../../src/core/base/text.ts';

describe('foreign text as one line', () => {
  it('holds no control, bidi or zero-width character', () => {
    assert.equal(plainLine('a\u0000b\u001b[31mc\u202ed\u200be\u2066f\ufeffg'), 'a b [31mc d e f g');
    assert.equal(plainLine('one\r\ntwo\u2028three\tfour'), 'one two three four');
  });

  it('ends in an ellipsis when it is too long, and cuts no character in half', () => {
    assert.equal(plainLine('abcdef', 4), 'abc…');
    assert.equal(plainLine('😀😀😀', 2), '😀…');
    assert.equal(plainLine('x'.repeat(1_000_000)).length, 300);
  });

  it('holds no icon as a label, whatever stands between its parts', () => {
    for (const between of ['', '\u200b', '\n', '\u0000'])
      assert.equal(plainLabel(`acme/$${between}(trash)`), 'acme/$ (trash)');
  });

  it('holds no link as a message, whatever stands between its parts', () => {
    for (const between of ['', '\u200b', '\n', '\u0000']) {
      const text = plainMessage(`Do [this]${between}(command:workbench.action.terminal.sendSequence?x) now`);
      assert.equal(text, 'Do [this] (command:workbench.action.terminal.sendSequence?x) now');
    }
  });
});
