/**
 * The remainder of ISO 7064 MOD 97-10: letters count as 10 to 35, and the text is one number.
 *
 * @param text digits and the letters A to Z
 */
export function mod97(text: string): number {
  let rest = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}
