/** Goes before a program, whose clock is then wrong by `CODE_REVIEW_TEST_SKEW` milliseconds. */
const RealDate = Date;
const skew = Number(process.env['CODE_REVIEW_TEST_SKEW'] ?? 0);

globalThis.Date = class extends RealDate {
  constructor(...parts: [] | [number]) {
    if (parts.length === 0) super(RealDate.now() + skew);
    else super(...parts);
  }

  static override now(): number {
    return RealDate.now() + skew;
  }
} as DateConstructor;
