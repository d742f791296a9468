/** Where the API lives below the site's address (decision 1). */
export const API_BASE_PATH = '/api/v1/reseller';
