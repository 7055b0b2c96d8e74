import { attributeUnit, type AttributeValue, type Measures } from '@sightline/domain';

/** Of a way that is stored in metres: each of them is told. */
const WAY_DECIMALS = 3;

/** What a device said under a name (`obdSpeed`, `temp1`), in the person's units where the dictionary knows in which it was said. */
export const attributeText = ({ named, text }: Pick<Measures, 'named' | 'text'>, name: string, value: AttributeValue): string => {
  const unit = typeof value === 'number' ? attributeUnit(name) : null;
  if (typeof value !== 'number' || unit === null) return String(value);
  // Metres of the dictionary are ways, never heights.
  return unit === 'm' ? text('distance', value, WAY_DECIMALS) : named(value, unit);
};
