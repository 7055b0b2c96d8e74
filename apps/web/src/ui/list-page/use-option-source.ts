import { useCall } from '../../api/query.ts';
import { labelOptions } from '../label-names.ts';
import type { OptionSource } from './list-definition.ts';

export interface LoadedOption {
  readonly value: string;
  readonly label: string;
}

/** Options that the server knows; loaded when first looked at. */
export const useOptionSource = (source: OptionSource | undefined, enabled: boolean): readonly LoadedOption[] | undefined => {
  const staleTime = 60_000;
  const labels = useCall('label.list', {}, { enabled: enabled && source === 'labels', staleTime });
  const types = useCall('device.types', {}, { enabled: enabled && source === 'deviceTypes', staleTime });
  const licenses = useCall('license.type.list', {}, { enabled: enabled && source === 'licenseTypes', staleTime });
  if (source === 'licenseTypes') return licenses.data?.map((type) => ({ value: type.typeCode, label: type.typeName }));
  if (source === 'labels') return labels.data && labelOptions(labels.data);
  if (source === 'deviceTypes') return types.data?.map((type) => ({ value: type.typeCode, label: type.nickName ?? type.typeName }));
  return undefined;
};
