import assert from 'node:assert/strict';
import {
  isInRange,
  type RangeDialect,
} from '../../../../../../src/service/reviewers/crossFile/checks/config/dependencies/versionRange.ts';

const inside: Readonly<Record<RangeDialect, readonly string[]>> = {
  npm: ['1.4.2 ^1.2.3', '1.2.9 ~1.2.3', '0.2.9 ^0.2.3', '1.9.0 1.x', '2.0.0 ^1 || ^2', '1.5.0 >=1.2 <2', '3.1.4 *'],
  cargo: ['1.4.2 1.2', '0.3.7 0.3.1', '1.2.3 =1.2.3', '1.5.0 >=1.2, <2', '1.2.9 ~1.2'],
  composer: ['1.9.0 ~1.2', '1.2.9 ~1.2.3', '2.1.0 ^1.0|^2.0', 'v3.4.1 ^3.2'],
  python: ['2.31.0 >=2.30,<3', '1.4.5 ~=1.4.2', '1.9 ~=1.4', '0.27.2 ^0.27', '1.1.9 ==1.1.*', '2.0 !=1.9', '2 ==2.0.0'],
};
const outside: typeof inside = {
  npm: ['2.0.0 ^1.2.3', '1.3.0 ~1.2.3', '0.3.0 ^0.2.3', '0.0.4 ^0.0.3', '1.2.3 1.2.4', '3.0.0 ^1 || ^2'],
  cargo: ['2.0.0 1.2', '0.4.0 0.3.1', '1.2.4 =1.2.3'],
  composer: ['2.0.0 ~1.2', '1.3.0 ~1.2.3'],
  python: ['3.0 >=2.30,<3', '1.5.0 ~=1.4.2', '2.0 ~=1.4', '1.2.0 ==1.1.*', '1.9 !=1.9', '1.9 >=2'],
};
const unknown: typeof inside = {
  npm: ['1.0.0-rc.1 ^1', '1.0.0 latest', '1.0.0 ^1.0.0-beta', '1.5.0 1.0 - 2.0', '1.2.5 >1.2'],
  cargo: ['1.0.0 ^1-alpha'],
  composer: ['dev-main ^1', '1.0.0 @dev'],
  python: ['1.0rc1 >=1', '1!2.0 >=1', '1.0.0 >=1.0a1'],
};

describe('a range of versions', () => {
  for (const [what, cases, expected] of [
    ['holds', inside, true],
    ['does not hold', outside, false],
    ['is not judged where it is not understood', unknown, undefined],
  ] as const)
    it(`${what}, as each package manager reads it`, () => {
      for (const [dialect, lines] of Object.entries(cases))
        for (const line of lines) {
          const [, version = '', range = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
          assert.equal(isInRange(version, range, dialect as RangeDialect), expected, `${dialect}: ${line}`);
        }
    });
});
