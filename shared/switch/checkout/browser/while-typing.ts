interface TypedEvent {
  readonly currentTarget: { readonly value: string };
  readonly isComposing?: boolean;
}

/**
 * The handlers of a field whose text is converted while it is typed. An input method that is still
 * composing, such as one for Japanese, loses its place when the text changes, so its text is
 * converted at its end.
 *
 * @param shown the text that the field shows for a typed one
 */
export const whileTyping = (
  shown: (typed: string) => string,
  onInput: (text: string) => void,
): Record<'onInput' | 'onCompositionEnd', (event: TypedEvent) => void> => ({
  onInput: ({ currentTarget, isComposing }) =>
    onInput(isComposing ? currentTarget.value : shown(currentTarget.value)),
  onCompositionEnd: ({ currentTarget }) => onInput(shown(currentTarget.value)),
});
