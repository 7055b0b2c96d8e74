/**
 * The demonstration world as data: two dealers on two continents, up to five levels deep, with the vehicles that drive on
 * the bundled tracks. Names are invented.
 */
export interface PlannedFleet {
  readonly type: string;
  readonly count: number;
  /** `#` is replaced by a running number. */
  readonly name: string;
  /** `#` digits, `@` letters. */
  readonly plate: string;
  readonly icon: 'car' | 'van' | 'truck' | 'bus' | 'excavator' | 'asset' | 'motorcycle';
  /** Tracks of the simulator, taken in turn. */
  readonly tracks: readonly string[];
  readonly labels?: readonly string[];
}

export interface PlannedUser {
  readonly account: string;
  readonly name: string;
  /** 2 main, 3 ordinary, 4 individual. */
  readonly type: 2 | 3 | 4;
  readonly language: 'en_US' | 'zh_CN';
  readonly demo?: true;
  readonly singleLogin?: true;
  /** Left out: everything that the customer may. */
  readonly menuIds?: readonly string[];
}

export interface PlannedCustomer {
  readonly name: string;
  /** 1 dealer, 2 end customer. */
  readonly type: 1 | 2;
  readonly timezone: string;
  readonly centre: readonly [lat: number, lon: number];
  readonly superiorMayWatch?: false;
  readonly users: readonly PlannedUser[];
  readonly fleets: readonly PlannedFleet[];
  readonly children: readonly PlannedCustomer[];
}

const MONITOR_ONLY = ['100', '4000', '4000:view', '4000:details', '4000:tracking'] as const;

const MUNICH = ['de-munich-city'] as const;
const REGENSBURG = ['de-regensburg'] as const;
const SWISS = ['ch-geneva-cologny', 'ch-aigle-alps'] as const;
const LIVERPOOL = ['gb-liverpool-bus14-1', 'gb-liverpool-bus14-2'] as const;
const SINGAPORE = ['sg-bus-2', 'sg-bus-36', 'sg-bus-170', 'sg-bus-190'] as const;

const EUROPE: PlannedCustomer = {
  name: 'Alpenblick Telematik GmbH',
  type: 1,
  timezone: 'Europe/Berlin',
  centre: [48.1372, 11.5755],
  users: [
    { account: 'alpenblick', name: 'Katharina Wimmer', type: 2, language: 'en_US' },
    { account: 'demo', name: 'Demo', type: 2, language: 'en_US', demo: true },
    { account: 'alpenblick.dispatch', name: 'Jonas Huber', type: 3, language: 'en_US', menuIds: MONITOR_ONLY },
  ],
  fleets: [{ type: 'FMB920', count: 4, name: 'Service van #', plate: 'M-AT ####', icon: 'van', tracks: MUNICH, labels: ['Service'] }],
  children: [
    {
      name: 'Bayern Süd Vertrieb',
      type: 1,
      timezone: 'Europe/Berlin',
      centre: [48.1372, 11.5755],
      users: [{ account: 'bayernsued', name: 'Florian Brandl', type: 2, language: 'en_US' }],
      fleets: [],
      children: [
        {
          name: 'Isar Logistik KG',
          type: 1,
          timezone: 'Europe/Berlin',
          centre: [48.1372, 11.5755],
          users: [
            { account: 'isar', name: 'Miriam Eder', type: 2, language: 'en_US' },
            { account: 'isar.office', name: 'Sepp Lang', type: 3, language: 'en_US', singleLogin: true },
          ],
          fleets: [
            {
              type: 'JT808-MDVR4',
              count: 14,
              name: 'Actros #',
              plate: 'M-IL ####',
              icon: 'truck',
              tracks: MUNICH,
              labels: ['Long haul', 'Camera'],
            },
            { type: 'FMC130', count: 12, name: 'Sprinter #', plate: 'M-IL ####', icon: 'van', tracks: MUNICH, labels: ['Parcel'] },
          ],
          children: [
            {
              name: 'Isar Logistik, Depot Regensburg',
              type: 1,
              timezone: 'Europe/Berlin',
              centre: [49.0134, 12.1016],
              users: [
                {
                  account: 'isar.regensburg',
                  name: 'Anna Kraus',
                  type: 3,
                  language: 'en_US',
                  menuIds: [...MONITOR_ONLY, '6000', '6000:reports'],
                },
              ],
              fleets: [
                { type: 'FMC130', count: 10, name: 'Donau #', plate: 'R-IL ###', icon: 'truck', tracks: REGENSBURG, labels: ['Parcel'] },
              ],
              children: [
                {
                  name: 'Kühltransporte Donautal',
                  type: 2,
                  timezone: 'Europe/Berlin',
                  centre: [49.0134, 12.1016],
                  superiorMayWatch: false,
                  users: [{ account: 'donautal', name: 'Bernd Ziegler', type: 2, language: 'en_US' }],
                  fleets: [
                    {
                      type: 'JT808-CAM2',
                      count: 8,
                      name: 'Reefer #',
                      plate: 'R-KD ###',
                      icon: 'truck',
                      tracks: REGENSBURG,
                      labels: ['Cold chain', 'Camera'],
                    },
                  ],
                  children: [],
                },
              ],
            },
          ],
        },
      ],
    },
    {
      name: 'Léman Mobilité SA',
      type: 2,
      timezone: 'Europe/Zurich',
      centre: [46.2044, 6.1432],
      users: [{ account: 'leman', name: 'Claire Rochat', type: 2, language: 'en_US' }],
      fleets: [
        { type: 'GT06N', count: 9, name: 'Taxi Léman #', plate: 'GE ######', icon: 'car', tracks: SWISS, labels: ['Taxi'] },
        { type: 'FMB920', count: 7, name: 'Shuttle Aigle #', plate: 'VD ######', icon: 'van', tracks: SWISS },
      ],
      children: [],
    },
    {
      name: 'Istra Rent d.o.o.',
      type: 2,
      timezone: 'Europe/Zagreb',
      centre: [45.2767, 13.7181],
      users: [{ account: 'istra', name: 'Ivana Radolović', type: 2, language: 'en_US' }],
      fleets: [
        { type: 'GT06N', count: 12, name: 'Najam #', plate: 'PU ###-@@', icon: 'car', tracks: ['hr-visnjan-car'], labels: ['Rental'] },
      ],
      children: [],
    },
    {
      name: 'Mersey Buses Ltd',
      type: 2,
      timezone: 'Europe/London',
      centre: [53.4084, -2.9916],
      users: [{ account: 'mersey', name: 'Gareth Hughes', type: 2, language: 'en_US' }],
      fleets: [
        {
          type: 'JT808-MDVR8',
          count: 14,
          name: 'Route 14 bus #',
          plate: 'MB## @@@',
          icon: 'bus',
          tracks: LIVERPOOL,
          labels: ['Bus', 'Camera'],
        },
      ],
      children: [],
    },
    {
      name: 'Familie Obermaier',
      type: 2,
      timezone: 'Europe/Berlin',
      centre: [48.1372, 11.5755],
      users: [{ account: 'obermaier', name: 'Lukas Obermaier', type: 4, language: 'en_US' }],
      fleets: [{ type: 'GT06-ASSET', count: 2, name: 'Private #', plate: '', icon: 'car', tracks: MUNICH }],
      children: [],
    },
  ],
};

const PACIFIC: PlannedCustomer = {
  name: 'Pacific Rim Fleet Systems 环太平洋车联',
  type: 1,
  timezone: '+08:00',
  centre: [1.3521, 103.8198],
  users: [
    { account: 'pacificrim', name: '陈伟明', type: 2, language: 'zh_CN' },
    { account: 'pacificrim.ops', name: 'Nurul Aisyah', type: 3, language: 'en_US' },
  ],
  fleets: [],
  children: [
    {
      name: '狮城运通',
      type: 1,
      timezone: 'Asia/Singapore',
      centre: [1.3521, 103.8198],
      users: [{ account: 'lioncity', name: '林佳慧', type: 2, language: 'zh_CN' }],
      fleets: [],
      children: [
        {
          name: 'Straits Transit',
          type: 1,
          timezone: 'Asia/Singapore',
          centre: [1.3521, 103.8198],
          users: [{ account: 'straits', name: 'Ravi Subramaniam', type: 2, language: 'en_US' }],
          fleets: [
            { type: 'JT808-MDVR8', count: 22, name: 'SBus #', plate: 'SG####@', icon: 'bus', tracks: SINGAPORE, labels: ['Bus', 'Camera'] },
          ],
          children: [
            {
              name: 'Straits Transit, Woodlands Depot',
              type: 2,
              timezone: 'Asia/Singapore',
              centre: [1.4382, 103.789],
              users: [{ account: 'straits.woodlands', name: 'Tan Boon Keng', type: 3, language: 'en_US', menuIds: MONITOR_ONLY }],
              fleets: [
                {
                  type: 'JT808-CAM2',
                  count: 12,
                  name: 'Woodlands #',
                  plate: 'SG####@',
                  icon: 'bus',
                  tracks: ['sg-bus-170', 'sg-bus-190'],
                  labels: ['Bus'],
                },
              ],
              children: [],
            },
          ],
        },
      ],
    },
    {
      name: '上海临港冷链物流',
      type: 2,
      timezone: '+08:00',
      centre: [30.8889, 121.7399],
      users: [
        { account: 'lingang', name: '王晓东', type: 2, language: 'zh_CN' },
        { account: 'lingang.diaodu', name: '李静', type: 3, language: 'zh_CN', menuIds: MONITOR_ONLY },
      ],
      fleets: [
        {
          type: 'JT808-MDVR4',
          count: 18,
          name: '冷藏车 #',
          plate: '沪A#####',
          icon: 'truck',
          tracks: ['cn-shanghai-lingang'],
          labels: ['冷链', '视频'],
        },
        {
          type: 'JT808-GPS',
          count: 14,
          name: '集卡 #',
          plate: '沪D#####',
          icon: 'truck',
          tracks: ['cn-shanghai-lingang'],
          labels: ['集装箱'],
        },
      ],
      children: [],
    },
    {
      name: 'Bay & Sound Deliveries Inc.',
      type: 1,
      timezone: 'America/Los_Angeles',
      centre: [47.6062, -122.3321],
      users: [{ account: 'baysound', name: 'Emily Carter', type: 2, language: 'en_US' }],
      fleets: [
        { type: 'FMC130', count: 18, name: 'Seattle van #', plate: 'C#####@', icon: 'van', tracks: ['us-seattle'], labels: ['Parcel'] },
      ],
      children: [
        {
          name: 'Bay & Sound, San Francisco',
          type: 2,
          timezone: 'America/Los_Angeles',
          centre: [37.7749, -122.4194],
          users: [{ account: 'baysound.sf', name: 'Miguel Alvarez', type: 2, language: 'en_US' }],
          fleets: [
            {
              type: 'FMB920',
              count: 14,
              name: 'SF courier #',
              plate: '#@@@###',
              icon: 'car',
              tracks: ['us-sanfrancisco'],
              labels: ['Courier'],
            },
            {
              type: 'GT06-ASSET',
              count: 8,
              name: 'Trailer #',
              plate: '4@@####',
              icon: 'asset',
              tracks: ['us-sanfrancisco'],
              labels: ['Asset'],
            },
          ],
          children: [],
        },
      ],
    },
    {
      name: '张先生（个人）',
      type: 2,
      timezone: '+08:00',
      centre: [31.2304, 121.4737],
      users: [{ account: 'zhang', name: '张建国', type: 4, language: 'zh_CN' }],
      fleets: [{ type: 'GT06N', count: 2, name: '私家车 #', plate: '沪B#####', icon: 'car', tracks: ['cn-shanghai-lingang'] }],
      children: [],
    },
  ],
};

export const DEMO_WORLD: readonly PlannedCustomer[] = [EUROPE, PACIFIC];
