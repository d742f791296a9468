/** How the names look that the site gives out and people paste: sources of regular expressions, to be read without regard to case. */

export const proxyIdForm = 'px_[a-z0-9]{16}';
export const usernameForm = 'isp[a-z0-9]{13}';
export const invoiceNumberForm = 'R\\d{6,10}-\\d{5,10}';
