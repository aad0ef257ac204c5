import assert from 'node:assert/strict';
import { sarifLog } from '../../../../src/core/render/sarifLog.ts';
import { aComment } from '../../reviews/builders.ts';

describe('SARIF', () => {
  for (const path of ['src/a.ts', 'a:b.ts', 'c#/x?.ts', '[id]/größe 1%.ts']) {
    it(`leads back to ${path}`, () => {
      const comments = [aComment({ path })];
      const facts = {
        version: '1',
        fingerprints: ['f'],
        fingerprintName: 'f/v1',
        succeeded: true,
        gaps: [],
        notes: [],
      };
      const { runs } = sarifLog({ ...facts, comments, properties: {} }) as {
        runs: { results: { locations: { physicalLocation: { artifactLocation: { uri: string } } }[] }[] }[];
      };
      const uri = runs[0]?.results[0]?.locations[0]?.physicalLocation.artifactLocation.uri ?? '';
      const { pathname, protocol, search, hash } = new URL(uri, 'file:///root/');
      assert.deepEqual([protocol, decodeURIComponent(pathname), search, hash], ['file:', `/root/${path}`, '', '']);
    });
  }
});
