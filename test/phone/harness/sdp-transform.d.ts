declare module 'sdp-transform' {
  export function parse(sdp: string): any;
}
