/** A trunk that a dial may use, and the number that it shows. */
export interface Route {
  readonly trunkId: string;
  readonly trunkName: string;
  readonly callerId: string;
}
