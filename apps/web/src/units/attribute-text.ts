import { attributeUnit, type AttributeValue, type Measures } from '@sightline/domain';

/** What a device said under a name (`obdSpeed`, `temp1`), in the person's units where the dictionary knows in which it was said. */
export const attributeText = ({ named }: Pick<Measures, 'named'>, name: string, value: AttributeValue): string => {
  const unit = typeof value === 'number' ? attributeUnit(name) : null;
  return typeof value === 'number' && unit !== null ? named(value, unit) : String(value);
};
