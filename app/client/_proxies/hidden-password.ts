/** What stands for a password until its reader asks to see it. */
export const HIDDEN_PASSWORD = '••••••••••••';
