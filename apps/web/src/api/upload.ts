import { call } from './client.ts';

/** Sends a file; resolves with the id that imports take. Throws ApiError for a business code, NetworkError without an answer. */
export const uploadFile = async (file: File): Promise<string> => (await call('common.upload', { name: file.name }, { file })).fileId;
