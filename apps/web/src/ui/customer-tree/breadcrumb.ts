/** One level of the path: the customer whose sub-customers it lists. The root is the own customer, called "Top" (`useTopCrumb`). */
export interface Crumb {
  readonly id: string;
  readonly name: string;
}

export type BreadcrumbItem =
  | { readonly kind: 'crumb'; readonly crumb: Crumb; readonly isLast: boolean }
  | { readonly kind: 'ellipsis'; readonly hidden: readonly Crumb[] };

/** Up to 3 entries stand as they are; of more, the first, an ellipsis and the last two. */
export const breadcrumbItems = (path: readonly Crumb[]): readonly BreadcrumbItem[] => {
  const item = (crumb: Crumb): BreadcrumbItem => ({ kind: 'crumb', crumb, isLast: crumb === path.at(-1) });
  const [first] = path;
  if (first === undefined || path.length <= 3) return path.map(item);
  return [item(first), { kind: 'ellipsis', hidden: path.slice(1, -2) }, ...path.slice(-2).map(item)];
};

/** The path of a node from its comma-joined ancestors, itself included; the root stands for the own customer among them. */
export const pathOf = (root: Crumb, node: { readonly customerCode: string; readonly customerCodeName: string }): readonly Crumb[] => {
  const names = node.customerCodeName.split(',');
  const ids = node.customerCode.split(',').filter((id) => id !== '');
  return [root, ...ids.map((id, i) => ({ id, name: names[i] ?? id })).filter((crumb) => crumb.id !== root.id)];
};
