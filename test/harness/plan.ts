/** What the plan specs read of a node of `EXPLAIN (FORMAT JSON)`. */
export interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: Plan[];
}
