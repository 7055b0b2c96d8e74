/** `en_US` or `zh_CN`: what the user chose, else what the browser asks for. */
export function requestLanguage(acceptLanguage: string | undefined, chosen: string | undefined): string {
  if (chosen !== undefined && chosen !== '') return chosen;
  const first = acceptLanguage?.split(',')[0]?.trim().toLowerCase() ?? '';
  return first.startsWith('zh') ? 'zh_CN' : 'en_US';
}
