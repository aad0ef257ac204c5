/** A range of each of two sequences; ends are exclusive. */
export interface RangePair {
  readonly left: number;
  readonly leftEnd: number;
  readonly right: number;
  readonly rightEnd: number;
}
