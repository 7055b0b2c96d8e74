import { escapeXml } from '@sightline/domain';

/** A file of the pack as the page shows it. */
export interface PackedFile {
  readonly path: string;
  readonly name: string;
  readonly kind: 'picture' | 'sound' | 'video' | 'text' | 'other';
  /** What a browser plays in its place; null when it plays the file itself, or nothing of it. */
  readonly playable: string | null;
  readonly sha256: string;
  readonly sizeBytes: number;
}

export interface EvidencePage {
  readonly language: string;
  readonly title: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly files: readonly PackedFile[];
  readonly track: string;
  readonly speed: string;
}

const TEXTS = {
  en_US: {
    files: 'Files',
    track: 'Track',
    speed: 'Speed',
    sums: 'Check values (SHA-256)',
    others: 'Also in this folder',
    none: 'No files have come.',
  },
  zh_CN: { files: '附件', track: '轨迹', speed: '速度', sums: '校验值 (SHA-256)', others: '文件夹中还有', none: '没有收到附件。' },
} as const;

/** A page of one piece: it needs nothing but the files beside it, and no network. Nothing that a device said is taken for markup. */
export function evidencePage(p: EvidencePage): string {
  const t = p.language === 'zh_CN' ? TEXTS.zh_CN : TEXTS.en_US;
  const e = escapeXml;
  const shown = p.files.map((f) => {
    const media =
      f.kind === 'picture'
        ? `<img src="${e(f.path)}" alt="${e(f.name)}">`
        : f.kind === 'video'
          ? `<video src="${e(f.playable ?? f.path)}" controls muted preload="metadata"></video>`
          : f.kind === 'sound'
            ? `<audio src="${e(f.path)}" controls></audio>`
            : '';
    return `<figure>${media}<figcaption><a href="${e(f.path)}">${e(f.name)}</a></figcaption></figure>`;
  });
  const facts = p.facts.map(([name, value]) => `<tr><th>${e(name)}</th><td>${e(value)}</td></tr>`);
  const sums = p.files.map((f) => `<tr><td>${e(f.path)}</td><td>${f.sizeBytes}</td><td><code>${f.sha256}</code></td></tr>`);
  return `<!doctype html>
<html lang="${p.language === 'zh_CN' ? 'zh' : 'en'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self' data: file:; media-src 'self' file:; style-src 'unsafe-inline'">
<title>${e(p.title)}</title>
<style>:root{color-scheme:light dark}body{font:14px/1.5 system-ui,sans-serif;max-width:1100px;margin:2rem auto;padding:0 1rem}
th{text-align:start;padding-inline-end:1rem;font-weight:600}td,th{vertical-align:top}figure{margin:0 0 1rem;display:inline-block;max-width:520px}
img,video{max-width:100%;background:#000}code{font-size:12px;word-break:break-all}svg{max-width:100%;height:auto}</style></head>
<body><h1>${e(p.title)}</h1><table>${facts.join('')}</table>
<h2>${t.files}</h2>${shown.length > 0 ? shown.join('\n') : `<p>${t.none}</p>`}
<h2>${t.track}</h2>${p.track}<h2>${t.speed}</h2>${p.speed}
<h2>${t.sums}</h2><table>${sums.join('')}</table>
<p>${t.others}: <a href="track.gpx">track.gpx</a>, <a href="values.csv">values.csv</a>, <a href="alarm.json">alarm.json</a>, <a href="SHA256SUMS">SHA256SUMS</a></p>
</body></html>
`;
}
