import { MAP_TYPES, type CompanyLook } from '@sightline/contract';
import { nearestMapTypes, type Database } from '@sightline/db';

type MapType = (typeof MAP_TYPES)[number];
const isMapType = (name: string | null | undefined): name is MapType => MAP_TYPES.some((type) => type === name);

/** Which map types people of the customer with this id and path are offered: as the nearest one upwards has chosen, else all. */
export async function mapTypesOf(
  database: Database,
  customer: { readonly customerId: string; readonly customerPath: string },
): Promise<Pick<CompanyLook, 'mapTypes' | 'defaultMapType' | 'ownMapTypes'>> {
  const chosen = await nearestMapTypes(database.system, customer.customerPath);
  const mapTypes = MAP_TYPES.filter((type) => chosen === undefined || chosen.map_types.includes(type));
  return {
    // Types that no longer exist leave nothing: then all are offered.
    mapTypes: mapTypes.length > 0 ? mapTypes : [...MAP_TYPES],
    defaultMapType: isMapType(chosen?.default_map_type) ? chosen.default_map_type : null,
    ownMapTypes: chosen?.customer_id === customer.customerId,
  };
}
