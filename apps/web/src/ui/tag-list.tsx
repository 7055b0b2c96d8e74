import { Tag, Tooltip } from 'antd';
import css from './tag-list.module.css';

interface TagListProps {
  readonly tags: readonly string[];
  /** The others are counted, and named when one points at them; all of them when left out. */
  readonly most?: number;
}

/** Names as marks side by side. */
export const TagList = ({ tags, most = tags.length }: TagListProps) => (
  <Tooltip title={tags.length > most ? tags.join(', ') : undefined}>
    <span className={css.tags} data-wraps={most === tags.length || undefined}>
      {tags.slice(0, most).map((tag) => (
        <Tag key={tag} variant="filled">
          {tag}
        </Tag>
      ))}
      {tags.length > most && `+${tags.length - most}`}
    </span>
  </Tooltip>
);

/** The names of a comma list. */
export const tagsOf = (text: string): readonly string[] => text.split(',').filter((name) => name !== '');
