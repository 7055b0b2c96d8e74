import type { Alarm } from '@sightline/contract';
import { CheckOutlined, CloseOutlined, DownloadOutlined, ReloadOutlined } from '@ant-design/icons';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Button, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { describeError } from '../../api/describe-error.ts';
import { useMayCall } from '../../session/may-call.ts';
import css from './alarms.module.css';

interface VerdictBarProps {
  readonly alarm: Alarm;
  /** What is typed, and not said yet. */
  readonly comment: string;
  readonly onComment: (comment: string) => void;
  readonly onJudge: (invalidStatus: 0 | 1) => void;
  readonly isJudging: boolean;
}

/** What one says about an alarm, and what can be had of it. Keys V and X judge as well. */
export const VerdictBar = ({ alarm, comment, onComment, onJudge, isJudging }: VerdictBarProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const queries = useQueryClient();
  const mayJudge = useMayCall('alarm.valid');
  const mayAskAgain = useMayCall('alarm.reupload');
  const mayPack = useMayCall('alarm.evidence');
  const act = useMutation({
    mutationFn: async (what: 'reupload' | 'evidence') => {
      if (what === 'reupload') await call('alarm.reupload', { alarmIds: alarm.id });
      else await call('alarm.evidence', { alarmId: alarm.id });
      message.success(t(what === 'reupload' ? 'alarms.reuploadAsked' : 'alarms.packStarted'));
      await queries.invalidateQueries();
    },
    onError: (error) => message.error(describeError(error).text),
  });
  return (
    <div className={css.verdict}>
      {mayJudge && (
        <>
          <Input
            className={css.comment}
            value={comment}
            maxLength={500}
            aria-label={t('alarms.comment')}
            placeholder={t('alarms.comment')}
            onChange={(event) => onComment(event.target.value)}
          />
          <Button icon={<CheckOutlined aria-hidden />} loading={isJudging} onClick={() => onJudge(0)}>
            {t('alarms.valid')} (V)
          </Button>
          <Button icon={<CloseOutlined aria-hidden />} loading={isJudging} onClick={() => onJudge(1)}>
            {t('alarms.invalid')} (X)
          </Button>
        </>
      )}
      {mayAskAgain && alarm.uploadState !== 'none' && (
        <Button icon={<ReloadOutlined aria-hidden />} loading={act.isPending} onClick={() => act.mutate('reupload')}>
          {t('alarms.reupload')}
        </Button>
      )}
      {mayPack && (
        <Button icon={<DownloadOutlined aria-hidden />} loading={act.isPending} onClick={() => act.mutate('evidence')}>
          {t('alarms.pack')}
        </Button>
      )}
    </div>
  );
};
