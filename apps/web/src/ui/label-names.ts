interface OwnedLabel {
  readonly labelName: string;
  readonly customerName: string;
}

/** How each of these tags is called beside the others: with its customer where another one has the same name. */
export const labelTexts = (labels: readonly OwnedLabel[]): readonly string[] => {
  const counts = new Map<string, number>();
  const key = (label: OwnedLabel): string => label.labelName.toLowerCase();
  for (const label of labels) counts.set(key(label), (counts.get(key(label)) ?? 0) + 1);
  return labels.map((label) => (counts.get(key(label)) === 1 ? label.labelName : `${label.labelName} · ${label.customerName}`));
};

/** Tags to choose from, by their ids. */
export const labelOptions = (
  labels: readonly (OwnedLabel & { readonly id: string })[],
): { readonly value: string; readonly label: string }[] => {
  const texts = labelTexts(labels);
  return labels.map(({ id, labelName }, index) => ({ value: id, label: texts[index] ?? labelName }));
};
