/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_any: the report on any matrix, built into the program because it has no file name. */
#pragma once

static const char report_any[] =
    "published *\n"
    "run   {matrix} -k 1\n"
    "quick --kernel "
    "cpu.csr.serial,cpu.csr.omp,cpu.csr.block,cpu.sell.simd,cpu.auto,gpu.csr.vector,gpu.csr.adaptive,gpu.auto,peer.*\n"
    "run   {matrix} --kernel cpu.csr.omp,cpu.auto,gpu.csr.vector,gpu.auto,peer.* -k 1..64x2\n"
    "quick -k 1,4,16,64\n"
    "\n"
    "section facts: The matrix\n"
    "  facts\n"
    "section spy: Where its entries are\n"
    "  spy\n"
    "section rows: Lengths of its rows\n"
    "  histogram\n"
    "section formats: What each format costs\n"
    "  formats\n"
    "section answer: Which kernel to use\n"
    "  advice\n"
    "section bars: All kernels, one column\n"
    "  bars\n"
    "  rows k=1\n"
    "  pivot kernel,k\n"
    "  rows k=1\n"
    "section curve: From one column to many\n"
    "  curve k rate log\n"
    "  rows cpu.csr.omp,cpu.auto,gpu.csr.vector,gpu.auto,peer.*\n"
    "section roofline: Beside the limits of the memory\n"
    "  curve intensity\n"
    "section published: Beside published figures\n"
    "  beside\n";
