/**
 * The answer of the first rule that applies, for rules whose order matters. A rule that does not
 * apply returns undefined, and so does the list when none applies.
 */
export function firstThatApplies<Given extends readonly unknown[], Answer>(
  rules: readonly ((...given: Given) => Answer | undefined)[],
  ...given: Given
): Answer | undefined {
  for (const rule of rules) {
    const answer = rule(...given);
    if (answer !== undefined) return answer;
  }
  return undefined;
}
