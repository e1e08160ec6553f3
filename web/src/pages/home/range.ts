/** From the address; days of the account's zone. */
export interface Range {
  readonly from: string;
  readonly to: string;
  readonly agent: string;
}
