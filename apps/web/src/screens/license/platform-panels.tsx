import { App } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newRequestId } from '../../api/request-id.ts';
import { useCall } from '../../api/query.ts';
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx';
import type { PanelControl } from '../../ui/use-panel.ts';
import { IntroLines } from './intro-lines.tsx';
import { batchForm, policyForm, typeForm, typeValues } from './platform-forms.ts';

/** What the platform's owner makes: batches, kinds of licences, and the rules of their end. */
export const PlatformPanels = ({ control }: { control: PanelControl }) => {
  const { panel, close } = control;
  switch (panel?.name) {
    case 'batch':
      return <BatchDialog typeCode={panel.id} onClose={close} />;
    case 'type':
      return <TypeDialog key={panel.id} typeCode={panel.id} onClose={close} />;
    case 'policy':
      return <PolicyDialog onClose={close} />;
    default:
      return null;
  }
};

interface OfTypeProps {
  /** Empty: none in particular, or a new one. */
  readonly typeCode: string;
  readonly onClose: () => void;
}

const BatchDialog = ({ typeCode, onClose }: OfTypeProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [requestId] = useState(newRequestId);
  const types = useCall('license.type.list', {}).data;
  const definition = useMemo(() => types && batchForm(requestId, types), [types, requestId]);
  const initial = useMemo(() => ({ source: 'new', ...(typeCode === '' ? {} : { typeCode }) }), [typeCode]);
  if (definition === undefined) return null;
  return (
    <FormDialog
      definition={definition}
      objectId={typeCode === '' ? undefined : typeCode}
      title={t('license.batchTitle')}
      initial={initial}
      submitLabel={t('license.makeBatch')}
      onDone={({ count }) => void message.success(t('license.batchMade', { count }))}
      onClose={onClose}
    />
  );
};

const TypeDialog = ({ typeCode, onClose }: OfTypeProps) => {
  const { t } = useTranslation();
  const types = useCall('license.type.list', {}).data;
  const type = types?.find((known) => known.typeCode === typeCode);
  const definition = useMemo(() => typeForm(type), [type]);
  const initial = useMemo(() => typeValues(type), [type]);
  if (types === undefined || (typeCode !== '' && type === undefined)) return null;
  return (
    <FormDialog
      definition={definition}
      objectId={type?.typeCode}
      title={type === undefined ? t('license.addTypeTitle') : t('license.editTypeTitle', { name: type.typeName })}
      intro={type === undefined ? undefined : <IntroLines lines={[t('license.typeKeeps')]} />}
      initial={initial}
      done={t('license.typeSaved')}
      onClose={onClose}
    />
  );
};

const PolicyDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const policy = useCall('license.policy.info', {}).data;
  const definition = useMemo(() => policyForm(), []);
  const initial = useMemo(() => ({ ...policy }), [policy]);
  if (policy === undefined) return null;
  return (
    <FormDialog
      definition={definition}
      title={t('license.policyTitle')}
      intro={<IntroLines lines={[t('license.policyTakes')]} />}
      initial={initial}
      done={t('license.policySaved')}
      onClose={onClose}
    />
  );
};
