/** The output of the stack Data that names the cell of the deployment. */
export const cellOutput = 'Cell';
