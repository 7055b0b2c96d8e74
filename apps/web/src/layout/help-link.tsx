import { QuestionCircleOutlined } from '@ant-design/icons';
import { Badge } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../api/query.ts';
import css from './layout.module.css';

const ASK_AGAIN_MS = 300_000;

/** The way to the help, with a mark while there is something new: an answer, or what a version brought. */
export const HelpLink = ({ label = false }: { label?: boolean }) => {
  const { t } = useTranslation();
  const { data } = useCall('common.checkUpdate', {}, { refetchInterval: ASK_AGAIN_MS, staleTime: ASK_AGAIN_MS });
  const news = data?.hasUnanswered ? 'layout.helpAnswer' : data?.hasUpdate ? 'layout.helpVersion' : null;
  const text = news === null ? t('layout.help') : `${t('layout.help')} · ${t(news)}`;
  return (
    <Link to={data?.hasUpdate && !data.hasUnanswered ? '/help?tab=versions' : '/help'} className={css.tool} aria-label={text} title={text}>
      <Badge dot={news !== null}>
        <QuestionCircleOutlined aria-hidden className={css.helpIcon} />
      </Badge>
      {label && t('layout.help')}
    </Link>
  );
};
