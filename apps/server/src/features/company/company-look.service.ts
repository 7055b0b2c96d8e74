import { MAP_TYPE_NAMES, MapSource, OWN_MAP_TYPE, type CompanyLook, type MapTypeName } from '@sightline/contract';
import { nearestMapSource, nearestMapTypes, type Database } from '@sightline/db';

const isMapType = (name: string | null | undefined): name is MapTypeName => MAP_TYPE_NAMES.some((type) => type === name);
const depthOf = (path: string): number => path.split('.').length;

type Maps = Pick<CompanyLook, 'mapTypes' | 'defaultMapType' | 'ownMapTypes' | 'mapSource' | 'ownMapSource'>;

/** Which map types people of the customer with this id and path are offered: as the nearest one upwards has chosen, else all. */
export async function mapTypesOf(
  database: Database,
  { customerId, customerPath }: { readonly customerId: string; readonly customerPath: string },
): Promise<Maps> {
  const [chosen, named] = await Promise.all([
    nearestMapTypes(database.system, customerPath),
    nearestMapSource(database.system, customerPath),
  ]);
  const source = MapSource.safeParse(named && { ...named, urlTemplate: named.url_template, maxZoom: named.max_zoom });
  // Whoever has chosen above the one who named the source could not choose that.
  const isOffered = (type: MapTypeName): boolean =>
    chosen === undefined ||
    chosen.map_types.includes(type) ||
    (type === OWN_MAP_TYPE && named !== undefined && depthOf(named.customer_path) > depthOf(chosen.customer_path));
  const existing = MAP_TYPE_NAMES.filter((type) => type !== OWN_MAP_TYPE || source.success);
  const offered = existing.filter(isOffered);
  // Types that no longer exist leave nothing: then all are offered.
  const mapTypes = offered.length > 0 ? offered : existing;
  const preset = chosen?.default_map_type;
  return {
    mapTypes,
    defaultMapType: isMapType(preset) && mapTypes.includes(preset) ? preset : null,
    ownMapTypes: chosen?.customer_id === customerId,
    mapSource: source.success ? source.data : null,
    ownMapSource: source.success && named?.customer_id === customerId,
  };
}
