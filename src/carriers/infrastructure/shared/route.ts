export interface Route {
  readonly trunkId: string;
  readonly trunkName: string;
  readonly callerId: string;
}
