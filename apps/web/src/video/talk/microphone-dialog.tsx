import { Alert, Button, Modal, Select, Switch } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useDialogFocus } from '../../ui/use-dialog-focus.ts';
import { modalContainer } from '../wall/modal-container.ts';
import { useWallPreferences } from '../wall/wall-preferences.ts';
import { LevelMeter } from './level-meter.tsx';
import css from './talk.module.css';
import { TEST_SECONDS, useMicrophoneTest } from './use-microphone-test.ts';

/** Which microphone, whether it hears anything and how that sounds, and how it is used in a talk. */
export const MicrophoneDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const { content, afterOpenChange } = useDialogFocus();
  return (
    <Modal
      open
      width={440}
      getContainer={modalContainer}
      title={t('video.talk.microphone')}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('video.talk.done')}
        </Button>
      }
      onCancel={onClose}
      afterOpenChange={afterOpenChange}
    >
      <div ref={content}>
        <Content />
      </div>
    </Modal>
  );
};

const Content = () => {
  const { t } = useTranslation();
  const id = useId();
  const { microphoneId, pushToTalk } = useWallPreferences();
  const { phase, failure, level, choices, record } = useMicrophoneTest(microphoneId);
  const isKnown = choices.some((choice) => choice.id === microphoneId);
  return (
    <div className={css.test}>
      {failure !== null && <Alert type="warning" showIcon title={t(`video.talk.reason.${failure}`)} />}
      <div className={css.label}>
        <label htmlFor={`${id}-which`}>{t('video.talk.which')}</label>
        <Select
          id={`${id}-which`}
          value={isKnown ? microphoneId : ''}
          disabled={choices.length === 0}
          options={[{ value: '', label: t('video.talk.usual') }, ...choices.map((choice) => ({ value: choice.id, label: choice.name }))]}
          onChange={(value) => useWallPreferences.setState({ microphoneId: value === '' ? null : value })}
        />
      </div>
      <LevelMeter level={failure === null ? level : 0} />
      <div className={css.line}>
        <Button disabled={failure !== null || phase !== 'listening'} onClick={record}>
          {t('video.talk.record')}
        </Button>
        <span role="status" className={css.hint}>
          {failure === null && t(`video.talk.test.${phase}`, { seconds: TEST_SECONDS })}
        </span>
      </div>
      <div className={css.line}>
        <Switch
          id={`${id}-push`}
          size="small"
          checked={pushToTalk}
          onChange={(checked) => useWallPreferences.setState({ pushToTalk: checked })}
        />
        <label htmlFor={`${id}-push`}>{t('video.talk.pushToTalk')}</label>
      </div>
      <p className={css.hint}>{t('video.talk.local')}</p>
    </div>
  );
};
