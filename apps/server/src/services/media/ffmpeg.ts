import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';

const CHECK_MS = 10_000;
const MAX_LISTING = 256 * 1024;

/** What H.265 is converted with, and how many of it may run. */
export interface ConverterProgram {
  readonly start: StartConverter;
  readonly programs: number;
}

/** Starts the program that reads H.265 on its standard input and writes H.264, both as Annex B. */
export type StartConverter = () => ChildProcessWithoutNullStreams;

/** What the child gets of this process's environment, which holds secrets. */
const environment = (): NodeJS.ProcessEnv => {
  const { PATH, LD_LIBRARY_PATH } = process.env;
  return { ...(PATH === undefined ? {} : { PATH }), ...(LD_LIBRARY_PATH === undefined ? {} : { LD_LIBRARY_PATH }) };
};

/**
 * As little delay as can be had: nothing is probed beyond the first parameter sets (`nobuffer` would throw away what was), no threads that hold pictures
 * back, no pictures that wait for later ones. Each picture comes out as one went in; a delimiter in front of each tells where it begins.
 */
const ARGUMENTS =
  '-hide_banner -loglevel error -protocol_whitelist pipe ' +
  '-flags low_delay -probesize 4096 -analyzeduration 0 -fpsprobesize 0 -threads 1 -f hevc -i pipe:0 ' +
  '-an -sn -dn -fps_mode passthrough -c:v libx264 -preset ultrafast -tune zerolatency -pix_fmt yuv420p -threads 1 -bf 0 -g 50 ' +
  '-crf 26 -maxrate 3M -bufsize 3M -x264-params aud=1:repeat-headers=1 -flush_packets 1 -f h264 pipe:1';

/** No shell: `path` is a program, never a line of commands. */
export const ffmpegConverter =
  (path: string): StartConverter =>
  () =>
    spawn(path, ARGUMENTS.split(' '), { stdio: ['pipe', 'pipe', 'pipe'], env: environment(), shell: false, windowsHide: true });

/** Whether there is such a program and it makes H.264. Resolves with null, or with why not. */
export function whyNoFfmpeg(path: string): Promise<string | null> {
  if (path === '') return Promise.resolve('no program is named');
  return new Promise((resolve) => {
    const child = spawn(path, ['-hide_banner', '-encoders'], { stdio: ['ignore', 'pipe', 'ignore'], env: environment(), shell: false });
    const timer = setTimeout(() => child.kill('SIGKILL'), CHECK_MS);
    let text = '';
    child.stdout.on('data', (bytes: Buffer) => {
      if (text.length < MAX_LISTING) text += bytes.toString('latin1');
    });
    child.on('error', (error) => {
      clearTimeout(timer);
      resolve(error.message);
    });
    child.on('close', () => {
      clearTimeout(timer);
      resolve(/\blibx264\b/.test(text) ? null : 'it has no libx264');
    });
  });
}
