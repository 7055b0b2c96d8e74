import { CAPTURE_PERMISSIONS, type ConfigRuleDetail } from '@sightline/contract';
import { allowed } from '@sightline/domain';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/query.ts';
import { isPermitted, useMayCall } from '../../session/may-call.ts';
import { useSession } from '../../session/session.ts';
import { FactList } from '../../ui/detail/fact-list.tsx';
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx';
import { WaitingPanel } from '../../ui/form-dialog/waiting-panel.tsx';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import type { PanelControl } from '../../ui/use-panel.ts';
import { useUnits } from '../../units/user-units.ts';
import { addRuleForm, editRuleForm, renameRuleForm } from './rule-form.ts';
import { thenText, whenText } from './rule-text.ts';
import { newRule, valuesOfRule } from './rule-values.ts';
import { RuleState } from './state-tag.tsx';

const WIDTH = 720;

/** The drawer or dialog that the address names. */
export const RulePanels = ({ control: { panel, close } }: { control: PanelControl }) => {
  const mayAdd = useMayCall('config.rule.add');
  if (panel === null) return null;
  if (panel.name === 'add') return mayAdd ? <AddRule onClose={close} /> : null;
  return (panel.name === 'edit' || panel.name === 'rename') && /^\d{1,18}$/.test(panel.id) ? (
    <OneRule key={`${panel.name}:${panel.id}`} id={panel.id} isRename={panel.name === 'rename'} onClose={close} />
  ) : null;
};

/** What of cameras the person may have a rule fetch. */
const useCameraRights = () => {
  const { permissionIds } = useSession();
  return useMemo(
    () => ({
      mayTakePictures: allowed(permissionIds, CAPTURE_PERMISSIONS),
      mayTakeClips: isPermitted('video.history.upload', permissionIds),
    }),
    [permissionIds],
  );
};

const AddRule = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const { user } = useSession();
  const rights = useCameraRights();
  const definition = useMemo(
    () => addRuleForm({ owner: { id: user.customerId, name: user.customerName }, rule: null, ...rights }),
    [user, rights],
  );
  return (
    <FormDialog
      definition={definition}
      width={WIDTH}
      title={t('customization.rules.newTitle')}
      initial={newRule(user.id, user.timezone)}
      done={t('customization.rules.saved')}
      onClose={onClose}
    />
  );
};

interface OneRuleProps {
  readonly id: string;
  readonly isRename: boolean;
  readonly onClose: () => void;
}

const OneRule = ({ id, isRename, onClose }: OneRuleProps) => {
  const { t } = useTranslation();
  const mayEdit = useMayCall('config.rule.update');
  const query = useCall('config.rule.info', { ruleId: id });
  if (query.data === undefined) return <WaitingPanel title={t('customization.rules.name')} queries={[query]} onClose={onClose} />;
  if (!mayEdit) return <RuleFacts rule={query.data} onClose={onClose} />;
  return isRename ? <RenameRule rule={query.data} onClose={onClose} /> : <EditRule rule={query.data} onClose={onClose} />;
};

interface RuleProps {
  readonly rule: ConfigRuleDetail;
  readonly onClose: () => void;
}

const EditRule = ({ rule, onClose }: RuleProps) => {
  const { t } = useTranslation();
  const rights = useCameraRights();
  const definition = useMemo(
    () => editRuleForm({ owner: { id: rule.customerId, name: rule.customerName }, rule, ...rights }, rule.id),
    [rule, rights],
  );
  return (
    <FormDialog
      definition={definition}
      width={WIDTH}
      title={t('customization.rules.editTitle', { name: rule.ruleName })}
      objectId={rule.id}
      initial={valuesOfRule(rule)}
      done={t('customization.rules.saved')}
      onClose={onClose}
    />
  );
};

const RenameRule = ({ rule, onClose }: RuleProps) => {
  const { t } = useTranslation();
  const definition = useMemo(() => renameRuleForm(rule.id), [rule.id]);
  return (
    <FormDialog
      definition={definition}
      as="dialog"
      title={t('customization.rules.renameTitle', { name: rule.ruleName })}
      objectId={rule.id}
      initial={{ ruleName: rule.ruleName, note: rule.note }}
      done={t('customization.rules.saved')}
      onClose={onClose}
    />
  );
};

/** For who may not change it. */
const RuleFacts = ({ rule, onClose }: RuleProps) => {
  const { t } = useTranslation();
  const units = useUnits();
  return (
    <SideDrawer size={WIDTH} title={rule.ruleName} onClose={onClose}>
      <FactList
        facts={[
          [t('customization.rules.whenHead'), whenText(rule, units, t)],
          [t('customization.rules.then'), thenText(rule, t)],
          [t('customization.state'), <RuleState key="state" rule={rule} />],
          [t('customization.customer'), rule.customerName],
          [t('customization.rules.by'), rule.account],
          [t('customization.note'), rule.note],
        ]}
      />
    </SideDrawer>
  );
};
