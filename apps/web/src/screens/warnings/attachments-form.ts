import { ATTACHMENT_RANGES } from '@sightline/domain';
import type { FormDefinition } from '../../ui/form-dialog/form-definition.ts';

const [minPhotos, maxPhotos] = ATTACHMENT_RANGES.photos;
const [minVideoS, maxVideoS] = ATTACHMENT_RANGES.videoS;

/** How many pictures every alarm of the chosen devices has, and how long its clips are. */
export const attachmentsForm = (deviceIds: string): FormDefinition<'alarmSetting.attachments'> => ({
  id: 'alarmSetting.attachments',
  operation: 'alarmSetting.attachments',
  fixed: { deviceIds },
  groups: [
    {
      fields: [
        { kind: 'number', name: 'photos', label: 'warnings.photos', min: minPhotos, max: maxPhotos, hint: 'warnings.emptyStays' },
        {
          kind: 'number',
          name: 'videoS',
          label: 'warnings.videoS',
          unit: 's',
          min: minVideoS,
          max: maxVideoS,
          hint: 'warnings.videoHint',
        },
      ],
    },
  ],
  toInput: ({ photos = null, videoS = null }) => ({ photos, videoS }),
});
