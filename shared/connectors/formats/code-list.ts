/** The codes of a list that is written with white space between them. */
export const codeList = (text: string): readonly string[] => text.trim().split(/\s+/);
