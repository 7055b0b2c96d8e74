interface Text {
  readonly en: string;
  readonly zh: string;
}

/** What one version brought. The newest stands first; its version is that of the build (a test says so). */
export interface ReleaseEntry {
  readonly version: string;
  /** A day. */
  readonly releaseDate: string;
  readonly content: readonly { readonly title: Text; readonly text: Text }[];
}

/** The history of the product for the people who use it: what they see and can do, in their words. */
export const RELEASES: readonly ReleaseEntry[] = [
  {
    version: '0.1.0',
    releaseDate: '2026-11-22',
    content: [
      {
        title: { en: 'One map for everything', zh: '一张地图，尽览全局' },
        text: {
          en: 'Devices of all customers move on one map as they report. Trips, stops and speed are played back from the same facts as the lists show.',
          zh: '所有客户的设备实时显示在同一张地图上。行程、停留与速度回放与列表使用同一份数据。',
        },
      },
      {
        title: { en: 'Cameras: live, recorded, talked to', zh: '视频：直播、回放与对讲' },
        text: {
          en: 'Live pictures of several cameras side by side, recordings on a time line, clips as files, warnings of active safety with their pictures.',
          zh: '多路实时视频同屏播放，时间轴回放录像，下载视频片段，查看主动安全报警及其证据。',
        },
      },
      {
        title: { en: 'Safer accounts', zh: '更安全的账号' },
        text: {
          en: 'Passkeys that sign in with a finger, a face or a PIN, a second step at sign-in with an authenticator app, a list of where you are signed in, and a new password by e-mail when you forgot yours.',
          zh: '支持通行密钥（指纹、面容或 PIN 码）登录和身份验证器两步登录，可查看并结束登录会话，忘记密码时可通过邮箱找回。',
        },
      },
      {
        title: { en: 'Help where you need it', zh: '随时获取帮助' },
        text: {
          en: 'Ask a question in the help and read the answer there. What is new in each version stands beside it.',
          zh: '可在帮助中心提交问题并查看回复，版本更新内容也在同一处。',
        },
      },
    ],
  },
];
