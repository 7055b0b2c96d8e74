import { ApiError, FILE_ROUTES, NetworkError } from '@sightline/contract';
import { readToken } from '../session/token.ts';

interface Envelope {
  readonly code: number;
  readonly msg: string;
  readonly data: { readonly fileId: string };
}

/** Sends a file; resolves with the id that imports take. Throws ApiError for a business code, NetworkError without an answer. */
export const uploadFile = async (file: File): Promise<string> => {
  const token = readToken();
  const answer = await fetch(`${FILE_ROUTES.upload}?name=${encodeURIComponent(file.name)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', ...(token === null ? {} : { authorization: token }) },
    body: file,
  })
    .then((response) => response.json() as Promise<Envelope>)
    .catch((cause: unknown) => {
      throw new NetworkError('Network request failed', { cause });
    });
  if (answer.code !== 0) throw new ApiError(answer.code, answer.msg, answer.data);
  return answer.data.fileId;
};
