/** Pages of the book, kept in the address so that they can be shared and reloaded. */

/** The page that an address asks for; 1 for anything that is no page number. */
export function pageNumber(asked: string | string[] | undefined): number {
  return typeof asked === 'string' && /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 1;
}

export function pagePath(page: number): string {
  return page === 1 ? '/client/resale' : `/client/resale?page=${page}`;
}
