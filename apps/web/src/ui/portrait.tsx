import { UserOutlined } from '@ant-design/icons';
import { useState } from 'react';
import css from './portrait.module.css';

interface PortraitProps {
  /** Null: nobody's picture, a sign in its place. */
  readonly url: string | null | undefined;
  /** Edge in pixels. */
  readonly size: number;
}

/** The picture of a person beside his name, which says who it is. */
export const Portrait = ({ url, size }: PortraitProps) => {
  const [failed, setFailed] = useState<string | null>(null);
  const edge = { inlineSize: size, blockSize: size };
  if (url == null || failed === url) {
    return (
      <span className={css.none} style={{ ...edge, fontSize: size * 0.55 }} aria-hidden>
        <UserOutlined />
      </span>
    );
  }
  return (
    <img className={css.portrait} style={edge} src={url} alt="" width={size} height={size} loading="lazy" onError={() => setFailed(url)} />
  );
};
