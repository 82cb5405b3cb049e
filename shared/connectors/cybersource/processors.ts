/**
 * The processors that Cybersource's API stands for, by the names that merchants write in
 * `connector_name`: Cybersource itself, and banks whose merchants it serves.
 */
export const processors = ['cybersource', 'bankofamerica', 'wellsfargo'] as const;

export type Processor = (typeof processors)[number];
