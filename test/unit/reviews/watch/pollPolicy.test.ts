import assert from 'node:assert/strict';
import { nextPollDelay, watchDeadline, type PollInputs } from '../../../../src/reviews/watch/pollPolicy.ts';

const second = 1_000;
const minute = 60 * second;

/** A lone review on a fresh Free hour, in a window that is in use, at a service that nothing is known of. */
function watched(differently: Partial<PollInputs> = {}): PollInputs {
  return {
    elapsed: 0,
    lastPollAt: undefined,
    durations: [],
    budget: { limit: 100, remaining: 87, renewsIn: 0 },
    pending: 1,
    submitted: 1,
    active: true,
    ...differently,
  };
}

function wait(differently: Partial<PollInputs> = {}, random = 0.5): number {
  return nextPollDelay(watched(differently), random);
}

/** When a review is looked at until it is seen to have ended, in milliseconds since it was triggered. */
function looksAt(duration: number, differently: Partial<PollInputs> = {}): number[] {
  const looks: number[] = [];
  for (let elapsed = 0; elapsed < duration && looks.length < 100;) {
    elapsed += wait({ ...differently, elapsed, lastPollAt: looks.at(-1) });
    looks.push(elapsed);
  }
  return looks;
}

function noticedAfter(duration: number, differently: Partial<PollInputs> = {}): number {
  return (looksAt(duration, differently).at(-1) ?? NaN) - duration;
}

function times(count: number, duration: number): number[] {
  return Array<number>(count).fill(duration);
}

function assertBetween(value: number, least: number, most: number): void {
  assert.ok(value >= least && value <= most, `${value} is not between ${least} and ${most}`);
}

describe('the next look at a running review', () => {
  describe('at a service that nothing is known of', () => {
    it('comes early twice and then when a review may be done', () => {
      const [first, second, third = 0, fourth = 0] = looksAt(2 * minute);
      assert.deepEqual([first, second], [1_500, 5_000]);
      assertBetween(third, 50_000, 65_000);
      assertBetween(fourth - third, 10_000, 20_000);
    });

    it('does not come twice because a timer was a little early', () => {
      assertBetween(wait({ elapsed: 1_499, lastPollAt: 1_499 }), 3_000, 4_000);
    });

    it('costs a review of 3.5 minutes less than 15 requests and 30 seconds', () => {
      assert.ok(looksAt(3.5 * minute).length < 15);
      assertBetween(noticedAfter(3.5 * minute), 0, 30_000);
    });
  });

  describe('at a service whose past reviews are known', () => {
    for (const known of [1, 2, 5, 20]) {
      it(`sees what always takes 2 s within 4 s, after ${known} of them`, () => {
        assertBetween(2_000 + noticedAfter(2_000, { durations: times(known, 2_000) }), 2_000, 4_000);
      });
    }

    it('keeps seeing it then, though it knows reviews only as long as they went unnoticed', () => {
      let durations = [5_000];
      for (let review = 0; review < 30; review++) {
        const noticed = 2_000 + noticedAfter(2_000, { durations });
        assertBetween(noticed, 2_000, 4_000);
        durations = [noticed, ...durations];
      }
    });

    it('does not look at what always takes 8 min in the first 90 s', () => {
      assertBetween(looksAt(8 * minute, { durations: times(10, 8 * minute) })[0] ?? 0, 90_000, 130_000);
    });

    it('looks first when one in ten would be done', () => {
      // Log-normal around 3.5 min with a sigma of 0.7: one in ten ends within 86 s.
      const sigmas = [-1.64, -1.15, -0.84, -0.6, -0.39, -0.19, 0, 0.19, 0.39, 0.6, 0.84, 1.15, 1.64];
      const durations = sigmas.map(sigma => 3.5 * minute * Math.exp(0.7 * sigma));
      assertBetween(wait({ durations }), 75_000, 97_000);
    });

    it('follows a service that has become slow, and forgets the old times', () => {
      const durations = [...times(20, 4 * minute), ...times(1_000, second)];
      assert.ok(wait({ durations }) > minute);
    });

    it('does not learn from a review that was only seen to have ended the next morning', () => {
      const durations = times(5, 4 * minute);
      assert.equal(wait({ durations: [14 * 60 * minute, ...durations, NaN] }), wait({ durations }));
      assert.equal(wait({ durations: [14 * 60 * minute] }), wait());
    });

    it('takes no harm from times that cannot be', () => {
      assertBetween(wait({ durations: [0, -5] }), 900, 2_000);
    });
  });

  it('comes less often the longer the review runs', () => {
    const gaps = [1, 2, 5, 10, 20, 29].map(at => wait({ elapsed: at * minute, lastPollAt: at * minute }));
    assert.deepEqual(
      gaps,
      gaps.toSorted((a, b) => a - b),
    );
    assertBetween(gaps[0] ?? 0, 10_000, 20_000);
    assertBetween(gaps.at(-1) ?? 0, 60_000, 100_000);
  });

  it('is at the same moment whenever it is asked for', () => {
    const lastPollAt = 3 * minute;
    const due = lastPollAt + wait({ elapsed: lastPollAt, lastPollAt });
    assert.equal(due, lastPollAt + 10_000 + wait({ elapsed: lastPollAt + 10_000, lastPollAt }));
  });

  it('is a whole number of milliseconds away, so that no clock stands still before it', () => {
    assert.ok(Number.isInteger(wait({ elapsed: 123_457, lastPollAt: 123_456 }, 0.123)));
  });

  it('is due at once when the review was left alone for long, as after a reload', () => {
    assert.equal(wait({ elapsed: 20 * minute }), 0);
    assert.equal(wait({ elapsed: 20 * minute, lastPollAt: 10 * minute }), 0);
  });

  it('differs between windows by up to a tenth', () => {
    const at = { elapsed: 4 * minute, lastPollAt: 4 * minute };
    assertBetween(wait(at, 1) / wait(at, 0), 1.09, 1.12);
  });

  describe('in a window that is not used', () => {
    const lastPollAt = 4 * minute;

    it('comes after twice the time', () => {
      assertBetween(
        wait({ elapsed: lastPollAt, lastPollAt, active: false }) / wait({ elapsed: lastPollAt, lastPollAt }),
        1.99,
        2.01,
      );
    });

    it('comes at once with the focus where it would have been due', () => {
      const later = { elapsed: lastPollAt + 40_000, lastPollAt };
      assert.ok(wait({ ...later, active: false }) > 0);
      assert.equal(wait({ ...later, active: true }), 0);
    });

    it('does not come with the focus where it would not have been due', () => {
      assert.ok(wait({ elapsed: lastPollAt + 5_000, lastPollAt }) > 0);
    });
  });

  describe('as the budget shrinks', () => {
    const at = { elapsed: 4 * minute, lastPollAt: 4 * minute };
    const left = (remaining: number): number =>
      wait({ ...at, pending: 3, budget: { limit: 100, remaining, renewsIn: 0 } });

    it('comes less often the less is left', () => {
      assert.ok(left(80) < left(30) && left(30) < left(15));
    });

    it('comes within 4 minutes as long as anything is left', () => {
      assert.ok(left(1) <= 4 * minute);
    });

    it('comes less often the more reviews there are in the hour', () => {
      const of = (submitted: number): number => wait({ ...at, submitted });
      assert.ok(of(4) < of(10) && of(10) < of(20));
    });

    it('comes when permits come back, once only the reserve is left', () => {
      const budget = { limit: 100, remaining: 0, renewsIn: 25 * minute };
      assert.equal(wait({ ...at, budget }), 25 * minute);
      assert.equal(wait({ budget }), 25 * minute);
      assert.equal(wait({ elapsed: 20 * minute, budget }), 25 * minute);
    });

    it('does not come earlier because permits come back soon', () => {
      const budget = { limit: 100, remaining: 0, renewsIn: 1 };
      assert.ok(wait({ ...at, budget }) > 10_000);
    });

    it('is not held back by a limit that is high or not there', () => {
      for (const limit of [1_000, Infinity]) {
        const budget = { limit, remaining: limit, renewsIn: 0 };
        assert.ok(wait({ ...at, pending: 5, submitted: 20, budget }) < wait(at));
      }
    });
  });

  it('comes whatever the clock does and however small the limit is', () => {
    for (const elapsed of [-60 * minute, 0, watchDeadline, 100 * minute]) {
      for (const lastPollAt of [undefined, -60 * minute, 0, 90 * minute]) {
        for (const limit of [1, 100]) {
          const budget = { limit, remaining: 1, renewsIn: 0 };
          const next = wait({ elapsed, lastPollAt, budget, pending: 50, submitted: 50, active: false }, 1);
          assert.ok(Number.isInteger(next) && next >= 0 && next <= 10 * minute, `${next}`);
        }
      }
    }
  });
});
