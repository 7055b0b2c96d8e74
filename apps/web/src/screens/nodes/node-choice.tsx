import type { MediaNodeState } from '@sightline/contract';
import type { MediaUse } from '@sightline/domain';
import { App, Form, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../api/describe-error.ts';
import css from './nodes.module.css';

export interface NodeChoiceProps {
  readonly use: MediaUse;
  /** Nodes that can be chosen. */
  readonly nodes: readonly MediaNodeState[];
  /** '' = none of its own. */
  readonly value: string;
  /** What '' means, in words. */
  readonly none: string;
  /** Which one is used at present, in words. */
  readonly hint?: string | undefined;
  readonly disabled?: boolean;
  readonly save: (nodeValue: string) => Promise<unknown>;
}

/** Which node carries one kind of video: saved when it is chosen. */
export const NodeChoice = ({ use, nodes, value, none, hint, disabled = false, save }: NodeChoiceProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [saving, setSaving] = useState<string | null>(null);
  const able = nodes
    .filter((node) => node[use])
    .map(({ nodeValue, online }) => ({ value: nodeValue, label: online ? nodeValue : `${nodeValue} · ${t('nodes.away')}` }));
  const shown = saving ?? value;
  const gone =
    shown !== '' && !able.some((node) => node.value === shown) ? [{ value: shown, label: t('nodes.gone', { name: shown }) }] : [];
  const choose = async (chosen: string): Promise<void> => {
    setSaving(chosen);
    try {
      await save(chosen);
      message.success(t('nodes.saved'));
    } catch (error) {
      message.error(describeError(error).text);
    } finally {
      setSaving(null);
    }
  };
  return (
    <Form.Item label={t(`nodes.use.${use}`)} extra={hint} className={css.choice}>
      <Select<string>
        aria-label={t(`nodes.use.${use}`)}
        value={shown}
        loading={saving !== null}
        disabled={disabled || saving !== null}
        options={[{ value: '', label: none }, ...able, ...gone]}
        onChange={(chosen) => void choose(chosen)}
      />
    </Form.Item>
  );
};
