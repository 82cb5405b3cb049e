const invariants = {
  V1: 'Nothing double',
  V2: 'Nothing too much',
  V3: 'Nothing lost',
  V4: 'No limbo',
  V5: 'Only lawful moves',
  V6: 'Merchants hear',
  V7: 'Same question, same answer',
  V8: "Nobody else's",
  V9: 'Nothing secret',
  V10: 'Failure is said plainly',
} as const;

export type Invariant = keyof typeof invariants;

export interface Violation {
  readonly invariant: Invariant;
  readonly what: string;
}
