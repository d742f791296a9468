/** Where the reseller page is, for the links and forms of its parts. */
export const RESELLER_PATH = '/client/reseller';
