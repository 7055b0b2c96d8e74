declare module 'virtual:map-worker' {
  const url: string;
  export default url;
}
