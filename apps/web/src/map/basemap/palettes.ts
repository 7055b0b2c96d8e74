/** Colours of the bundled world map. Dark is drawn apart, not inverted. */
export interface BasemapPalette {
  readonly water: string;
  /** A soft band along the coast, so that the land stands out of the water. */
  readonly shore: string;
  readonly land: string;
  readonly coast: string;
  readonly border: string;
  readonly country: string;
  readonly place: string;
  readonly halo: string;
  readonly dot: string;
  /** Lines and figures of the degree grid. */
  readonly grid: string;
  readonly gridText: string;
}

export const BASEMAP_PALETTES: Readonly<Record<'light' | 'dark', BasemapPalette>> = {
  light: {
    water: '#cbdfea',
    shore: '#bdd5e3',
    land: '#f5f3ee',
    coast: '#9dbccd',
    border: '#b3a7bb',
    country: '#6b6574',
    place: '#3d434b',
    halo: '#ffffff',
    dot: '#6d7682',
    grid: 'rgb(70 90 110 / 14%)',
    gridText: '#5d6b79',
  },
  dark: {
    water: '#0e1822',
    shore: '#12202c',
    land: '#1c242d',
    coast: '#33495a',
    border: '#4d5a67',
    country: '#8b98a6',
    place: '#c3ccd6',
    halo: '#11181f',
    dot: '#7d8b99',
    grid: 'rgb(170 195 220 / 12%)',
    gridText: '#8796a5',
  },
};
