/** RFC 6266, 4.3: a plain name for old clients, the real one in UTF-8. */
export const disposition = (type: 'attachment' | 'inline', name: string): string =>
  `${type}; filename="${name.replaceAll(/[^\w. -]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`;
