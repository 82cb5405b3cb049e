import { Validations } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/** States for each finding of cdk-nag why it stays, in one line each. */
export function suppress(construct: Construct, reasons: Readonly<Record<string, string>>) {
  for (const [id, reason] of Object.entries(reasons)) {
    Validations.of(construct).acknowledge({ id, reason });
  }
}
