import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../host/cache.ts';
import { animatedWebp, durationsIn } from '../../ui/film/animatedWebp.ts';

/** A picture of one pixel. */
const pixel = Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64');

describe('the film of the README', () => {
  it('takes 20 seconds, goes from the command to the tick, and is quick to load', async () => {
    const film = await readFile(path.join(root, 'media/review.webp'));
    const durations = durationsIn(film);
    assert.equal(
      durations.reduce((sum, each) => sum + each, 0),
      20_000,
    );
    assert.ok(durations.length >= 6 && durations.every(each => each >= 1_000), durations.join());
    assert.ok(film.length < 3_000_000, `${film.length} bytes`);
    assert.equal(film.readUInt32LE(4), film.length - 8);
  });

  it('is put together as browsers read it', () => {
    const film = animatedWebp(
      [
        { webp: pixel, milliseconds: 1_000 },
        { webp: pixel, milliseconds: 70_000 },
      ],
      { width: 1, height: 1 },
    );
    assert.deepEqual(durationsIn(film), [1_000, 70_000]);
    assert.deepEqual(
      [0, 8, 12, 30, 44].map(at => film.toString('latin1', at, at + 4)),
      ['RIFF', 'WEBP', 'VP8X', 'ANIM', 'ANMF'],
    );
    assert.deepEqual([...film.subarray(20, 30)], [2, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    assert.equal(film.length % 2, 0);
  });
});
