import { cleanAttributes } from '../clean-attributes.ts';
import type { Step } from '../passage.ts';

/** Takes out of the attributes what no database could keep: one broken text must not hold up the others of its batch. */
export const clean: Step = ({ positions }) => {
  for (const moving of positions) {
    const attributes = cleanAttributes(moving.position.attributes);
    if (attributes !== moving.position.attributes) moving.position = { ...moving.position, attributes };
  }
};
