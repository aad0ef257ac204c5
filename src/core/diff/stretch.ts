/** A stretch of both sequences; the ends are excluded. */
export interface Stretch {
  readonly left: number;
  readonly leftEnd: number;
  readonly right: number;
  readonly rightEnd: number;
}
